// Command bgo serves /api/bgo.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.BGO), app.Sheets(excel.Engine{})) }
