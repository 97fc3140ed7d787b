package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

// alarms creates the alarms of the system. Each has a heading of its own name in RUNBOOK.md, held together by a test.
type alarms struct {
	system *System
	action awscloudwatch.IAlarmAction
	names  []string
}

func newAlarms(s *System) *alarms {
	topic := awssns.NewTopic(s.Stack, jsii.String("Alarms"), &awssns.TopicProps{
		TopicName: jsii.String(s.Name + "-alarms"), EnforceSSL: jsii.Bool(!s.Local), MasterKey: s.key,
	})
	if s.Mail != "" {
		topic.AddSubscription(awssnssubscriptions.NewEmailSubscription(jsii.String(s.Mail), nil))
	}
	return &alarms{system: s, action: awscloudwatchactions.NewSnsAction(topic)}
}

// dead adds the alarm of a consumer's dead-letter queue: work failed MaxReceive times. The janitor takes dead letters out within minutes, so
// the alarm counts what is taken out and not what lies there.
func (a *alarms) dead(consumer string, queue awssqs.Queue) {
	a.add(consumer+"-dead", queue.MetricNumberOfMessagesReceived(every(5, "Sum")), 1, 1)
}

// late: the oldest message has waited a quarter of an hour; a task is served within seconds.
func (a *alarms) late(consumer string, queue awssqs.Queue) {
	a.add(consumer+"-late", queue.MetricApproximateAgeOfOldestMessage(every(5, "Maximum")), 900, 1)
}

// function: invocations end in an error, or are refused for want of executions. A few errors are repeated by themselves.
func (a *alarms) function(name string, f awslambda.Function) {
	a.add(name+"-failing", f.MetricErrors(every(5, "Sum")), 5, 3)
	a.add(name+"-throttled", f.MetricThrottles(every(5, "Sum")), 1, 2)
}

// tick: the janitor runs five times in five minutes, so that three errors are no accident.
func (a *alarms) tick(janitor awslambda.Function) {
	a.add(manifest.Janitor+"-failing", janitor.MetricErrors(every(5, "Sum")), 3, 1)
	a.add(manifest.Janitor+"-throttled", janitor.MetricThrottles(every(5, "Sum")), 1, 2)
	a.silent(janitor)
}

// lines of the functions' logs that count, by the field that marks them and how many in five minutes are too many.
var lines = []struct {
	name, field string
	most        int
	only        string // the one function that writes them; empty: any
}{
	{"log-alarm", "alarm", 1, ""},             // a single line needs a look
	{"log-tick", "tick", 3, manifest.Janitor}, // a part of the minute tick that fails again and again
	{"log-error", "error", 50, ""},            // refusals of callers leave none
}

// watch counts the lines of a function's log; all functions share the metrics.
func (a *alarms) watch(function string, logs awslogs.LogGroup) {
	for _, l := range lines {
		if l.only != "" && l.only != function {
			continue // a stack has at most 500 resources
		}
		awslogs.NewMetricFilter(a.system.Stack, jsii.String("Filter-"+function+"-"+l.name), &awslogs.MetricFilterProps{
			LogGroup: logs, FilterPattern: awslogs.FilterPattern_Exists(jsii.String("$." + l.field)),
			MetricNamespace: jsii.String(a.system.Name), MetricName: jsii.String(l.name), MetricValue: jsii.String("1"),
		})
	}
}

func (a *alarms) logs() {
	for _, l := range lines {
		a.add(l.name, awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
			Namespace: jsii.String(a.system.Name), MetricName: jsii.String(l.name),
			Period: awscdk.Duration_Minutes(jsii.Number(5)), Statistic: jsii.String("Sum"),
		}), l.most, 1)
	}
}

// refusing: the API answers with errors of our own. A refusal of its gateway before any function is 429, not 5xx.
func (a *alarms) refusing(api awsapigatewayv2.CfnApi) {
	a.add("http-5xx", awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: jsii.String("AWS/ApiGateway"), MetricName: jsii.String("5xx"),
		DimensionsMap: &map[string]*string{"ApiId": api.Ref()},
		Period:        awscdk.Duration_Minutes(jsii.Number(5)), Statistic: jsii.String("Sum"),
	}), 10, 1)
}

// silent: the minute tick did not run for five minutes, so nothing starts at its time and nothing lost is found.
func (a *alarms) silent(janitor awslambda.Function) {
	a.create("janitor-silent", &awscloudwatch.AlarmProps{
		Metric: janitor.MetricInvocations(every(5, "Sum")), Threshold: jsii.Number(1), EvaluationPeriods: jsii.Number(1),
		ComparisonOperator: awscloudwatch.ComparisonOperator_LESS_THAN_THRESHOLD,
		TreatMissingData:   awscloudwatch.TreatMissingData_BREACHING,
	})
}

func every(minutes int, statistic string) *awscloudwatch.MetricOptions {
	return &awscloudwatch.MetricOptions{
		Period: awscdk.Duration_Minutes(jsii.Number(minutes)), Statistic: jsii.String(statistic),
	}
}

// add alarms when the metric reaches the threshold in so many periods in a row; no data is good news.
func (a *alarms) add(name string, metric awscloudwatch.IMetric, threshold, periods int) {
	a.create(name, &awscloudwatch.AlarmProps{
		Metric: metric, Threshold: jsii.Number(threshold), EvaluationPeriods: jsii.Number(periods),
		ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
		TreatMissingData:   awscloudwatch.TreatMissingData_NOT_BREACHING,
	})
}

func (a *alarms) create(name string, props *awscloudwatch.AlarmProps) {
	props.AlarmName = jsii.String(a.system.Name + "-" + name)
	props.AlarmDescription = jsii.String("What to do: infra/RUNBOOK.md, heading " + name)
	alarm := awscloudwatch.NewAlarm(a.system.Stack, jsii.String("Alarm-"+name), props)
	alarm.AddAlarmAction(a.action)
	a.names = append(a.names, name)
}
