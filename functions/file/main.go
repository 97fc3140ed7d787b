// Command file reads the files that users bring and writes those that they ask for.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeQueue(app.FileTasks, app.Sheets(excel.Engine{})) }
