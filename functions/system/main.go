// Command system serves /api/system.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Fallback, app.Sheets(excel.Engine{})) }
