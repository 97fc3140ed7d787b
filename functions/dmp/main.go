// Command dmp serves /api/dmp.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/metric/cloudwatch"
	"herald/pkg/kit/sheet/excel"
)

func main() {
	app.ServeHTTP(app.Listed(app.DMP), app.Sheets(excel.Engine{}), app.Watched(cloudwatch.New))
}
