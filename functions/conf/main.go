// Command conf serves /api/conf.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Conf), app.Sheets(excel.Engine{})) }
