// Command comment serves /api/comment.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.Comment), app.Sheets(excel.Engine{})) }
