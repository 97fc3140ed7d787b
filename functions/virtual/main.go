// Command virtual serves /api/virtual.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Virtual), app.Sheets(excel.Engine{})) }
