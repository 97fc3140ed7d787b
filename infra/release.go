package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscodedeploy"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/jsii-runtime-go"
)

// liveAlias names the alias through which everything but the schedule calls a function.
const liveAlias = "live"

// canaryErrors is how many errors of one minute end a canary. A function of 10 % of the calls makes none on a good day.
const canaryErrors = 3

// release is the nested stack of what calls the functions: aliases, permissions, event source mappings and function URLs, and the
// deployment groups that move each alias to a new version. A stack has at most 500 resources, so that they have one of their own.
type release struct {
	system *System
	stack  awscdk.NestedStack
	canary *canary // nil: an alias moves to the new version at once
}

// canary moves an alias to a new version for 10 % of the calls, and to all of them five minutes later. An alarm in between takes
// all aliases back, and CloudFormation then rolls the whole stack back.
type canary struct {
	application awscodedeploy.LambdaApplication
	role        awsiam.IRole
	groups      []awscodedeploy.LambdaDeploymentGroup
}

// newRelease makes the nested stack. The local cloud has none: there, callers name the functions themselves.
func newRelease(s *System) *release {
	if s.Local {
		return nil
	}
	r := &release{system: s, stack: awscdk.NewNestedStack(s.Stack, jsii.String("Release"), &awscdk.NestedStackProps{
		Description: jsii.String("Herald: versions that serve"),
	})}
	if !s.Canary {
		return r
	}
	role := awsiam.NewRole(r.stack, jsii.String("Deployer"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("codedeploy.amazonaws.com"), nil),
		ManagedPolicies: &[]awsiam.IManagedPolicy{
			awsiam.ManagedPolicy_FromAwsManagedPolicyName(jsii.String("service-role/AWSCodeDeployRoleForLambdaLimited")),
		},
	})
	r.canary = &canary{role: role.WithoutPolicyUpdates(nil), application: awscodedeploy.NewLambdaApplication(r.stack,
		jsii.String("Application"), &awscodedeploy.LambdaApplicationProps{ApplicationName: jsii.String(s.Name)})}
	return r
}

// add gives a function its alias, and returns what its callers invoke. The janitor has no caller but the schedule, and one minute in
// ten is no canary.
func (r *release) add(name string, f awslambda.Function) awslambda.IFunction {
	if r == nil || name == manifest.Janitor {
		return f
	}
	alias := awslambda.NewAlias(r.stack, jsii.String("Alias-"+name), &awslambda.AliasProps{
		AliasName: jsii.String(liveAlias), Version: f.CurrentVersion(),
	})
	if r.canary != nil {
		r.canary.groups = append(r.canary.groups, r.group(name, alias))
	}
	return alias
}

// group is the deployment group of an alias, with an alarm on the errors of its calls: those of the function need a quarter of an hour.
func (r *release) group(name string, alias awslambda.Alias) awscodedeploy.LambdaDeploymentGroup {
	errors := r.system.alarms.in(r.stack, name+"-canary", alias.MetricErrors(every(1, "Sum")), canaryErrors)
	return awscodedeploy.NewLambdaDeploymentGroup(r.stack, jsii.String("Group-"+name), &awscodedeploy.LambdaDeploymentGroupProps{
		Alias: alias, Application: r.canary.application, Role: r.canary.role,
		DeploymentConfig: awscodedeploy.LambdaDeploymentConfig_CANARY_10PERCENT_5MINUTES(),
		Alarms:           &[]awscloudwatch.IAlarm{errors},
		AutoRollback: &awscodedeploy.AutoRollbackConfig{
			DeploymentInAlarm: jsii.Bool(true), FailedDeployment: jsii.Bool(true), StoppedDeployment: jsii.Bool(true),
		},
	})
}

// watch lets the alarms of the whole system end every canary: errors of the API, and lines that must not be.
func (r *release) watch(all ...awscloudwatch.IAlarm) {
	if r == nil || r.canary == nil {
		return
	}
	for _, group := range r.canary.groups {
		for _, alarm := range all {
			group.AddAlarm(alarm)
		}
	}
}
