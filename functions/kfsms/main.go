// Command kfsms serves /api/kfsms.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.KFSMS), app.Sheets(excel.Engine{})) }
