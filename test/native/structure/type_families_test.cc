// Which classes belong together by their names.
#include "structure/type_families.h"

#include <gtest/gtest.h>

#include "dsl/names.h"

namespace heaptrail {
namespace {

TEST(TypeFamilies, TellLibrariesByTheFirstTwoPartsOfThePackage) {
  EXPECT_EQ(libraryOf("org.quartz.simpl.JobWrapper"), "org.quartz");
  EXPECT_EQ(libraryOf("org.quartz.JobKey[][]"), "org.quartz");
  EXPECT_EQ(libraryOf("clojure.lang.Var"), "clojure.lang");
  EXPECT_EQ(libraryOf("shop.Cart"), "shop");
  EXPECT_EQ(libraryOf("Cart"), "");
}

TEST(TypeFamilies, TakeTheWholeJdkForOne) {
  for (const char* type : {"java.util.HashMap", "javax.swing.JFrame", "jdk.internal.misc.Unsafe", "sun.misc.Launcher",
                           "com.sun.proxy.$Proxy1", "java.lang.Object[]"}) {
    EXPECT_TRUE(isOfJdk(type)) << type;
    EXPECT_EQ(libraryOf(type), "JDK") << type;
  }
  EXPECT_FALSE(isOfJdk("javassist.ClassPool"));
  EXPECT_FALSE(isOfJdk("com.sunny.Day"));
}

TEST(TypeFamilies, KnowWhatClassesHaveInCommonThatDifferInNumbers) {
  EXPECT_EQ(withoutNumbers("shop.Order$$EnhancerByCGLIB$$3f2a1b9c"), "shop.Order$$EnhancerByCGLIB$$*");
  EXPECT_EQ(withoutNumbers("com.sun.proxy.$Proxy123"), "com.sun.proxy.$Proxy*");
  EXPECT_EQ(withoutNumbers("Script7$_run_closure12"), "Script*$_run_closur*");
  EXPECT_EQ(withoutNumbers("shop.Facade"), "shop.Facade") << "letters alone are no number";
  EXPECT_EQ(withoutNumbers(""), "");
}

TEST(TypeFamilies, KnowTheClassThatOthersAreNestedIn) {
  EXPECT_EQ(dsl::outermostClass("org.example.Tree$Node[]"), "org.example.Tree");
  EXPECT_EQ(dsl::outermostClass("org.example.Tree$Node$Color"), "org.example.Tree");
  EXPECT_EQ(dsl::outermostClass("com.sun.proxy.$Proxy1"), "com.sun.proxy.$Proxy1");
  EXPECT_EQ(dsl::outermostClass("Tree"), "Tree");
}

TEST(TypeFamilies, AreNestedClassesAndOutsideOfTheJdkThoseOfAPackage) {
  EXPECT_TRUE(isOfSameFamily("java.util.HashMap", "java.util.HashMap$Node[]"));
  EXPECT_FALSE(isOfSameFamily("java.util.HashMap", "java.util.TreeMap")) << "strangers in one package";
  EXPECT_TRUE(isOfSameFamily("lib.Cache", "lib.Segment"));
  EXPECT_FALSE(isOfSameFamily("lib.Cache", "lib.spi.Segment"));
  EXPECT_TRUE(isOfSameFamily("Tree", "Tree$Node"));
  EXPECT_FALSE(isOfSameFamily("Tree", "Leaf")) << "the default package is nobody's library";
}

TEST(TypeFamilies, KnowWhatOnlyWraps) {
  EXPECT_TRUE(isJdkWrapper("java.util.concurrent.atomic.AtomicReferenceArray"));
  EXPECT_TRUE(isJdkWrapper("java.lang.ref.SoftReference"));
  EXPECT_FALSE(isJdkWrapper("java.util.ArrayList"));
}

}  // namespace
}  // namespace heaptrail
