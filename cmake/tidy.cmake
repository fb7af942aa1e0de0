# What clang-tidy looks at (scripts/test/tidy.sh). Most of its time goes into what files include, so rooms that include much the same are one file
# for it. Nothing of this is built.

# look_at_together(NAME TARGET...): all files of these, but for those that were looked at with others before.
function(look_at_together name)
  add_library(tidy_${name} OBJECT EXCLUDE_FROM_ALL)
  target_link_libraries(tidy_${name} PRIVATE heaptrail_options)
  target_include_directories(tidy_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  get_property(seen GLOBAL PROPERTY LOOKED_AT)
  foreach(target IN LISTS ARGN)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
      if(NOT source IN_LIST seen AND NOT source STREQUAL SHIPPED_TEXTS)
        list(APPEND seen ${source})
        target_sources(tidy_${name} PRIVATE ${source})
      endif()
    endforeach()
    # All but the engine's own, of whose headers findings are wanted: those of libraries.
    target_include_directories(tidy_${name} SYSTEM PRIVATE
      $<FILTER:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,EXCLUDE,^${CMAKE_CURRENT_SOURCE_DIR}$>)
    target_compile_definitions(tidy_${name} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  endforeach()
  set_property(GLOBAL PROPERTY LOOKED_AT ${seen})
endfunction()

look_at_together(ground heaptrail_base heaptrail_text heaptrail_model heaptrail_values heaptrail_dsl heaptrail_launch)
look_at_together(trace heaptrail_recording heaptrail_trace)
look_at_together(heaps heaptrail_graph heaptrail_structure heaptrail_waste heaptrail_classify heaptrail_trends)
look_at_together(growth heaptrail_growth heaptrail_ownership)
look_at_together(session heaptrail_session heaptrail_language)
look_at_together(answer heaptrail_answer)
look_at_together(recorder heaptrail_recorder heaptrail_agent)
look_at_together(cli heaptrail_cli heaptrail)
look_at_together(addon heaptrail_addon)
