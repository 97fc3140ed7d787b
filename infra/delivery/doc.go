// Package delivery has the tests of what delivers Herald and is no Go code: the workflow, the chart and the pages about them.
package delivery
