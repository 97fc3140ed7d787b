// Command domain serves /api/domain.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Domains), app.Sheets(excel.Engine{})) }
