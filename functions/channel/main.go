// Command channel serves /api/channel.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Channel), app.Sheets(excel.Engine{})) }
