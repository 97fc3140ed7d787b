// Package e2e holds the tests through the gateway: the deployed functions of a running product, seen as any client sees
// them (decisions §1–§12). They run in make test, against an instance of their own; HERALD_TEST_DEV names it.
package e2e
