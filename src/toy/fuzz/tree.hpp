// Building and changing syntax trees of the toy language: for the fuzzer, which writes programs, mutates and shrinks
// them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "toy/language/ast.hpp"

namespace mazurka::toy {

Expression number(Value value);
Expression name(std::string text);
Expression binary(std::string op, Expression left, Expression right);
Reference reference(std::string object);
Statement operation(StatementKind kind, Reference object, std::vector<Expression> arguments = {});
Statement branch(Expression condition, std::vector<Statement> body);

// The objects and registers that an operation may name.
struct Scope {
  std::vector<Reference> variables;  // elements of an array each on its own
  std::vector<std::string> mutexes, semaphores, rwlocks, conditions, mailboxes;
  std::vector<std::string> registers;  // of the thread
  std::string array;                   // an array of two variables, "" if there is none
};
Scope scope_of(const Source& source, const ThreadDeclaration& thread);

// An operation on two variables needs two that differ, whatever the registers are.
bool may_be_same(const Reference& a, const Reference& b);

// The objects of a scope that may stand where this statement names its i-th object; threads are none.
std::vector<Reference> candidates(const Scope& scope, StatementKind kind, size_t i);

// Every list of statements of a body: itself, and those inside of its statements. The pointers are valid until a list
// is changed that contains others.
std::vector<std::vector<Statement>*> lists_of(std::vector<Statement>& body);
uint32_t count_statements(const std::vector<Statement>& body);

// Calls visit for every statement, blocks before what is in them.
void for_each_statement(std::vector<Statement>& body, const std::function<void(Statement&)>& visit);
void for_each_statement(const std::vector<Statement>& body, const std::function<void(const Statement&)>& visit);

// What gives back what this statement takes (kLock: kUnlock); kReturn for those that take nothing.
StatementKind release_of(StatementKind take);

// Makes a tree whole from which statements were removed: a register that is assigned nowhere in its thread is replaced
// by 0, `if` and loops without a body are dropped, and so are spawns and joins of threads that are gone.
void repair(Source& source);

}  // namespace mazurka::toy
