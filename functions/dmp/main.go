// Command dmp serves /api/dmp.
package main

import (
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	figures "herald/pkg/kit/metric/cloudwatch"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/platform/operation"
)

func main() {
	app.ServeHTTP(app.Listed(app.DMP), app.Sheets(excel.Engine{}), app.Watched(watch))
}

// watch reads the figures of all functions.
func watch(e *app.Env) operation.Watch {
	r := &figures.Reader{Client: cloudwatch.NewFromConfig(e.AWS), Namespace: e.Config.Name, Now: e.Now}
	for _, c := range manifest.Consumers {
		r.Queues = append(r.Queues, c.Name)
	}
	return r
}
