// Streams of C++ (libstdc++'s, of char): two threads that use one are a data race, which the C++ library's own code
// does not show. So every function that reads from a stream or writes to it is a write of the stream itself, no step.
// std::cin, std::cout, std::cerr and std::clog may be used by several threads at once.
#include "runtime/entries/libc/hidden_state.hpp"
#include "runtime/entries/pass_through.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

namespace {

bool is_standard(const void* stream) {
  static const void* const standard[] = {dlsym(RTLD_DEFAULT, "_ZSt3cin"), dlsym(RTLD_DEFAULT, "_ZSt4cout"),
                                         dlsym(RTLD_DEFAULT, "_ZSt4cerr"), dlsym(RTLD_DEFAULT, "_ZSt4clog")};
  for (const void* one : standard)
    if (stream == one) return true;
  return false;
}

// The part of a stream that its sides for reading and for writing have in common, a virtual base: where it is stands
// 24 bytes before the table of virtual functions.
const void* common_part(const void* stream) {
  const auto* table = *static_cast<const char* const*>(stream);
  return static_cast<const char*>(stream) + *reinterpret_cast<const long*>(table - 24);
}

void use_stream(const PassedArguments& arguments) {
  if (!is_standard(arguments.object)) write_hidden(common_part(arguments.object), arguments.pc);
}

}  // namespace

#define STREAM(name) MAZURKA_PASS_THROUGH(use_stream, name)
STREAM(_ZNSi10_M_extractIPvEERSiRT_)
STREAM(_ZNSi10_M_extractIbEERSiRT_)
STREAM(_ZNSi10_M_extractIdEERSiRT_)
STREAM(_ZNSi10_M_extractIeEERSiRT_)
STREAM(_ZNSi10_M_extractIfEERSiRT_)
STREAM(_ZNSi10_M_extractIjEERSiRT_)
STREAM(_ZNSi10_M_extractIlEERSiRT_)
STREAM(_ZNSi10_M_extractImEERSiRT_)
STREAM(_ZNSi10_M_extractItEERSiRT_)
STREAM(_ZNSi10_M_extractIxEERSiRT_)
STREAM(_ZNSi10_M_extractIyEERSiRT_)
STREAM(_ZNSi3getEPcl)
STREAM(_ZNSi3getEPclc)
STREAM(_ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEE)
STREAM(_ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEEc)
STREAM(_ZNSi3getERc)
STREAM(_ZNSi3getEv)
STREAM(_ZNSi4peekEv)
STREAM(_ZNSi4readEPcl)
STREAM(_ZNSi4syncEv)
STREAM(_ZNSi5seekgESt4fposI11__mbstate_tE)
STREAM(_ZNSi5seekgElSt12_Ios_Seekdir)
STREAM(_ZNSi5tellgEv)
STREAM(_ZNSi5ungetEv)
STREAM(_ZNSi6ignoreEl)
STREAM(_ZNSi6ignoreEli)
STREAM(_ZNSi6ignoreEv)
STREAM(_ZNSi7getlineEPcl)
STREAM(_ZNSi7getlineEPclc)
STREAM(_ZNSi7putbackEc)
STREAM(_ZNSi8readsomeEPcl)
STREAM(_ZNSirsEPSt15basic_streambufIcSt11char_traitsIcEE)
STREAM(_ZNSirsERPv)
STREAM(_ZNSirsERb)
STREAM(_ZNSirsERd)
STREAM(_ZNSirsERe)
STREAM(_ZNSirsERf)
STREAM(_ZNSirsERi)
STREAM(_ZNSirsERj)
STREAM(_ZNSirsERl)
STREAM(_ZNSirsERm)
STREAM(_ZNSirsERs)
STREAM(_ZNSirsERt)
STREAM(_ZNSirsERx)
STREAM(_ZNSirsERy)
STREAM(_ZNSo3putEc)
STREAM(_ZNSo5flushEv)
STREAM(_ZNSo5seekpESt4fposI11__mbstate_tE)
STREAM(_ZNSo5seekpElSt12_Ios_Seekdir)
STREAM(_ZNSo5tellpEv)
STREAM(_ZNSo5writeEPKcl)
STREAM(_ZNSo9_M_insertIPKvEERSoT_)
STREAM(_ZNSo9_M_insertIbEERSoT_)
STREAM(_ZNSo9_M_insertIdEERSoT_)
STREAM(_ZNSo9_M_insertIeEERSoT_)
STREAM(_ZNSo9_M_insertIlEERSoT_)
STREAM(_ZNSo9_M_insertImEERSoT_)
STREAM(_ZNSo9_M_insertIxEERSoT_)
STREAM(_ZNSo9_M_insertIyEERSoT_)
STREAM(_ZNSolsEPKv)
STREAM(_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE)
STREAM(_ZNSolsEb)
STREAM(_ZNSolsEd)
STREAM(_ZNSolsEe)
STREAM(_ZNSolsEf)
STREAM(_ZNSolsEi)
STREAM(_ZNSolsEj)
STREAM(_ZNSolsEl)
STREAM(_ZNSolsEm)
STREAM(_ZNSolsEs)
STREAM(_ZNSolsEt)
STREAM(_ZNSolsEx)
STREAM(_ZNSolsEy)
STREAM(_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode)
STREAM(_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode)
STREAM(_ZNSt13basic_fstreamIcSt11char_traitsIcEE5closeEv)
STREAM(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode)
STREAM(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode)
STREAM(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE5closeEv)
STREAM(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode)
STREAM(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode)
STREAM(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE5closeEv)
STREAM(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l)
STREAM(_ZSt17__istream_extractRSiPcl)
STREAM(_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_)
STREAM(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE)
STREAM(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_)
STREAM(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa)
STREAM(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc)
STREAM(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh)
STREAM(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a)
STREAM(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c)
STREAM(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h)
STREAM(_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE)
STREAM(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Pa)
STREAM(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Ph)
STREAM(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Ra)
STREAM(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Rh)
STREAM(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_PS3_)
STREAM(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_)
STREAM(_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE)
