// What belongs together by the names of classes: the JDK's, a library's, a class and those nested in it. A programmer
// tells her own objects from a library's nodes and tables by such names, and so do the rules about growth.
#pragma once

#include <string>
#include <string_view>

namespace heaptrail {

bool isOfJdk(std::string_view type);

/// The first two parts of the package, by which libraries are told apart: `org.quartz` for
/// `org.quartz.simpl.JobWrapper`. Arrays belong where their elements do. Empty for the default package, and `JDK` for
/// all of the JDK.
std::string_view libraryOf(std::string_view type);

/// What classes that programs make while they run have in common: `a.Order$$Proxy$$3f2a` → `a.Order$$Proxy$$*`. The
/// name itself where there is no number in it.
std::string withoutNumbers(std::string_view type);

/// JDK classes that only wrap one reference or an array for others: atomic references, reference objects.
bool isJdkWrapper(std::string_view type);

/// Whether `part` can be a node or a table of the container that `whole` belongs to: nested in the same class, and
/// outside the JDK, where classes of a package are often strangers, also of the same package.
bool isOfSameFamily(std::string_view whole, std::string_view part);

}  // namespace heaptrail
