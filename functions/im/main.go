// Command im serves /api/im.
package main

import (
	"herald/pkg/app"
	"herald/pkg/platform/notice/clean"
)

func main() { app.ServeHTTP(app.Plain(app.IM), app.HTML(clean.HTML)) }
