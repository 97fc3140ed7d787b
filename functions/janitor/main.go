// Command janitor ticks every minute.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/metric/cloudwatch"
)

func main() { app.ServeTick(app.Ticks, app.Watched(cloudwatch.New)) }
