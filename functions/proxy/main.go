// Command proxy serves /api/proxy.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Proxy), app.Sheets(excel.Engine{})) }
