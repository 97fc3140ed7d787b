// Package house holds the tests of the house as a whole: who may import whom, that every refusal has its text in four
// languages, and that files stay short. It has no code of its own.
package archtest
