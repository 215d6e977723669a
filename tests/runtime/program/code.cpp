// Built as a library: code that is the program's, and not the runtime's. Only its addresses are used: 16 for each test.
extern "C" void code_of_the_program() {
  __asm__(".skip 4096");
}
