// Command shunt serves /api/shunt.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Shunt), app.Sheets(excel.Engine{})) }
