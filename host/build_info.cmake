# Writes build_info.hpp, only if it would change: run at every build, so that the revision is right.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=12
                OUTPUT_VARIABLE KTOUR_GIT_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT KTOUR_GIT_REVISION)
  set(KTOUR_GIT_REVISION unknown)
endif()
configure_file(${SOURCE_DIR}/host/build_info.hpp.in ${OUTPUT} @ONLY)
