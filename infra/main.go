// Command infra is the CDK app of Herald: the same stack for AWS and for the local cloud.
// It is run by the CDK command line through cdk.json at the top of the repository.
package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
)

func main() {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	settings, err := readSettings(app.Node())
	if err != nil {
		panic(err)
	}
	if settings.Edge {
		err = NewEdgeStack(app, settings)
	} else {
		_, err = NewStack(app, settings)
	}
	if err != nil {
		panic(err)
	}
	app.Synth(nil)
}
