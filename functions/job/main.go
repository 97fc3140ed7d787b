// Command job does what takes long: planning, which reads contact files again, settling, what a voice engine speaks, and
// the checks of domains.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
	speech "herald/pkg/provider/polly/sdk"
	ses "herald/pkg/provider/ses/sdk"
)

func main() {
	app.ServeQueue(app.JobTasks, app.Sheets(excel.Engine{}), app.Adapter(speech.Descriptor, ses.Descriptor))
}
