// Command sysuser serves /api/sysuser.
package main

import (
	"herald/pkg/app"
	"herald/pkg/kit/sheet/excel"
)

func main() { app.ServeHTTP(app.Listed(app.SysUser), app.Sheets(excel.Engine{})) }
