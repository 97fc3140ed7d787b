// Command pi serves /api/pi.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.PI), app.Sheets(excel.Engine{})) }
