// Command job does what takes long: planning, which reads contact files again, and settling.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeQueue(app.JobTasks, app.Sheets(excel.Engine{})) }
