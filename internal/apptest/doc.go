// Package apptest is the harness of tests that join modules: the whole product on a store in memory, with real adapters against
// simulators, signed-in users of each type, and fixtures for sending, calls, groups, templates, the inbox and payments.
//
// A fixture is made by its New function and owns its clock, store and simulators, so tests run side by side. LossyTransport and
// LossScenario break writes on the way to the store. OtherTenant holds the ids of one customer, for tests that call every route with
// foreign ids.
package apptest
