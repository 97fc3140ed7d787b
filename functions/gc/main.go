// Command gc serves /api/gc.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.GC), app.Sheets(excel.Engine{})) }
