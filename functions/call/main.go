// Command call serves /api/call.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Call), app.Sheets(excel.Engine{})) }
