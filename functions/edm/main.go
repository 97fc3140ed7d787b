// Command edm serves /api/edm.
package main

import (
	"herald/pkg/app"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/sheet/excel"
)

func main() {
	app.ServeHTTP(app.Listed(app.EDM), app.Sheets(excel.Engine{}), app.Designs(htmlimport.Tools))
}
