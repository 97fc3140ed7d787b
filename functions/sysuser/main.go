// Command sysuser serves /api/sysuser.
package main

import "herald/pkg/app"

func main() { app.ServeHTTP(app.Listed(app.SysUser)) }
