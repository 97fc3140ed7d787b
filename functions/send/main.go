// Command send works on the tasks of chunks.
package main

import (
	"herald/pkg/app"
	"herald/pkg/provider/awssms/sdk"
)

func main() { app.ServeQueue(app.SendTasks, app.Adapter(sdk.Descriptor)) }
