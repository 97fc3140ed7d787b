// Package charttest renders the chart deploy/chart/herald and compares it with the golden files. It is a module of its own, because the
// library of Helm is larger than Herald. `make nightly` runs it; infra/delivery holds the golden files to the chart in every other run.
package charttest
