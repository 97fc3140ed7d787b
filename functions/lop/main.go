// Command lop serves /api/lop.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.LOP), app.Sheets(excel.Engine{})) }
