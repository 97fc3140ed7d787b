package htmlimport

import (
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaildesign/clean"
)

// Tools are what functions that store designs bring along.
var Tools = struct {
	Clean  func(d *emaildesign.Design)
	Import func(html string) (*emaildesign.Design, []emaildesign.Problem, error)
}{clean.Design, Import}
