// Command aty serves /api/aty.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.ATY), app.Sheets(excel.Engine{})) }
