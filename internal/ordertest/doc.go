// Package ordertest is the harness of tests that take an order through several modules in virtual time. It has three sizes:
//
//   - Modules joins the modules of an order over HTTP; a test runs each queued task itself.
//   - Pipeline runs the queues and the janitor too, with processes that die.
//   - System is the whole product as package app joins it. CalmSystem is a System without faults.
package ordertest
