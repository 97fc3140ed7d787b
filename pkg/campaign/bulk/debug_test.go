package bulk_test

import (
	"fmt"
	"os"
	"time"
)

var debug = os.Getenv("SIM_DEBUG") != ""

func say(format string, args ...any) {
	if debug {
		fmt.Printf("%s "+format+"\n", append([]any{time.Now().Format("15:04:05.000")}, args...)...)
	}
}
