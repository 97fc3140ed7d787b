// Package archtest holds the tests of the whole codebase: import rules, a text in four languages for every refusal,
// short files. It has no code of its own.
package archtest
