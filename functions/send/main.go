// Command send works on the tasks of chunks.
package main

import (
	"herald/pkg/app"
	sms "herald/pkg/provider/awssms/sdk"
	ses "herald/pkg/provider/ses/sdk"
	smtp "herald/pkg/provider/smtp/relay"
)

func main() {
	app.ServeQueue(app.SendTasks, app.Adapter(sms.Descriptor, ses.Descriptor, smtp.Descriptor))
}
