# Writes the descriptions that ship as C++: cmake -DDESCRIPTIONS=FOLDER -DOUTPUT=FILE -P shipped_texts.cmake
file(GLOB files LIST_DIRECTORIES false ${DESCRIPTIONS}/*.ds)
list(SORT files)
set(rows "")
set(count 0)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  # Compilers limit the length of one literal; neighbours are one text.
  string(REPLACE "\n\n" "\n)ds\" R\"ds(\n" text "${text}")
  string(APPEND rows "    {\"${name}\", R\"ds(${text})ds\"},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT}.new "#include \"dsl/shipped_texts.h\"

#include <array>

namespace heaptrail::dsl {

std::span<const ShippedText> shippedTexts() {
  static constexpr std::array<ShippedText, ${count}> kTexts{{
${rows}  }};
  return kTexts;
}

}  // namespace heaptrail::dsl
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
