// Command job does what takes long: planning, which reads contact files again, settling, and what a voice engine speaks.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
	speech "herald/pkg/provider/polly/sdk"
)

func main() { app.ServeQueue(app.JobTasks, app.Sheets(excel.Engine{}), app.Adapter(speech.Descriptor)) }
