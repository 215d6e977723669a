#include "runtime/entries/cxx/library_caches.hpp"
#include "runtime/platform/next_function.hpp"

#include <unwind.h>

namespace mazurka::runtime {

namespace {

template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(symbol_of_program(name));
}

// The sizes of registers. A stack that is known is not unwound again (threads/thread_unwinding.cpp): whether they are
// there must not depend on that.
void fill_unwinder() {
  auto* trace = find<_Unwind_Reason_Code(_Unwind_Trace_Fn, void*)>("_Unwind_Backtrace");
  if (trace != nullptr) trace([](_Unwind_Context*, void*) { return _URC_END_OF_STACK; }, nullptr);
}

}  // namespace

void fill_library_caches() {
  fill_unwinder();
  auto* classic = find<const void*()>("_ZNSt6locale7classicEv");
  auto* ctype_of = find<const void*(const void*)>("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale");
  auto* fill_narrow = find<void(const void*)>("_ZNKSt5ctypeIcE14_M_narrow_initEv");
  auto* fill_widen = find<void(const void*)>("_ZNKSt5ctypeIcE13_M_widen_initEv");
  if (classic == nullptr || ctype_of == nullptr || fill_narrow == nullptr || fill_widen == nullptr) return;
  const void* facet = ctype_of(classic());
  fill_narrow(facet);
  fill_widen(facet);
}

}  // namespace mazurka::runtime
