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
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// alarms creates the alarms of the system. Each has a heading of its own name in RUNBOOK.md, held together by a test.
type alarms struct {
	system     *System
	action     awscloudwatch.IAlarmAction
	lines      constructs.Construct // the nested stack of the filters of logs; the stack itself in the local cloud
	names      []string
	ofReleases []awscloudwatch.IAlarm // that end a release while it is tried
}

func newAlarms(s *System) *alarms {
	topic := awssns.NewTopic(s.Stack, jsii.String("Alarms"), &awssns.TopicProps{
		TopicName: jsii.String(s.Name + "-alarms"), EnforceSSL: jsii.Bool(!s.Local), MasterKey: s.key,
	})
	if s.Mail != "" {
		topic.AddSubscription(awssnssubscriptions.NewEmailSubscription(jsii.String(s.Mail), nil))
	}
	a := &alarms{system: s, action: awscloudwatchactions.NewSnsAction(topic), lines: s.Stack}
	if !s.Local { // a stack has at most 500 resources
		a.lines = awscdk.NewNestedStack(s.Stack, jsii.String("Lines"), &awscdk.NestedStackProps{
			Description: jsii.String("Herald: lines of logs that count"),
		})
	}
	return a
}

// dead adds the alarm of a consumer's dead-letter queue: work failed MaxReceive times. The janitor takes dead letters out within minutes, so
// the alarm counts what is taken out. A second one tells that dead letters stay there, since nothing takes them out.
func (a *alarms) dead(consumer string, queue awssqs.Queue) {
	a.add(consumer+"-dead", queue.MetricNumberOfMessagesReceived(every(5, "Sum")), 1, 1)
	a.add(consumer+"-dead-stays", queue.MetricApproximateNumberOfMessagesVisible(every(5, "Minimum")), 1, 3)
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
	ends        bool   // a release while it is tried
}{
	{"log-alarm", "alarm", 1, "", true},              // a single line needs a look
	{"log-tick", "tick", 3, manifest.Janitor, false}, // a part of the minute tick that fails again and again
	{"log-error", "error", 50, "", true},             // refusals of callers leave none
}

// watch counts the lines of a function's log; all functions share the metrics.
func (a *alarms) watch(function string, logs awslogs.LogGroup) {
	for _, l := range lines {
		if l.only != "" && l.only != function {
			continue
		}
		awslogs.NewMetricFilter(a.lines, jsii.String("Filter-"+function+"-"+l.name), &awslogs.MetricFilterProps{
			LogGroup: logs, FilterPattern: awslogs.FilterPattern_Exists(jsii.String("$." + l.field)),
			MetricNamespace: jsii.String(a.system.Name), MetricName: jsii.String(l.name), MetricValue: jsii.String("1"),
		})
	}
}

func (a *alarms) logs() {
	for _, l := range lines {
		alarm := a.add(l.name, awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
			Namespace: jsii.String(a.system.Name), MetricName: jsii.String(l.name),
			Period: awscdk.Duration_Minutes(jsii.Number(5)), Statistic: jsii.String("Sum"),
		}), l.most, 1)
		if l.ends {
			a.ofReleases = append(a.ofReleases, alarm)
		}
	}
}

// refusing: the API answers with errors of our own. A refusal of its gateway before any function is 429, not 5xx.
func (a *alarms) refusing(api awsapigatewayv2.CfnApi) {
	alarm := a.add("http-5xx", awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: jsii.String("AWS/ApiGateway"), MetricName: jsii.String("5xx"),
		DimensionsMap: &map[string]*string{"ApiId": api.Ref()},
		Period:        awscdk.Duration_Minutes(jsii.Number(5)), Statistic: jsii.String("Sum"),
	}), 10, 1)
	a.ofReleases = append(a.ofReleases, alarm)
}

// silent: the minute tick did not run for five minutes, so nothing starts at its time and nothing lost is found.
func (a *alarms) silent(janitor awslambda.Function) {
	a.create(a.system.Stack, "janitor-silent", &awscloudwatch.AlarmProps{
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
func (a *alarms) add(name string, metric awscloudwatch.IMetric, threshold, periods int) awscloudwatch.IAlarm {
	return a.create(a.system.Stack, name, above(metric, threshold, periods))
}

// in is add in another stack, for one period.
func (a *alarms) in(scope constructs.Construct, name string, metric awscloudwatch.IMetric, threshold int) awscloudwatch.IAlarm {
	return a.create(scope, name, above(metric, threshold, 1))
}

func above(metric awscloudwatch.IMetric, threshold, periods int) *awscloudwatch.AlarmProps {
	return &awscloudwatch.AlarmProps{
		Metric: metric, Threshold: jsii.Number(threshold), EvaluationPeriods: jsii.Number(periods),
		ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
		TreatMissingData:   awscloudwatch.TreatMissingData_NOT_BREACHING,
	}
}

func (a *alarms) create(scope constructs.Construct, name string, props *awscloudwatch.AlarmProps) awscloudwatch.IAlarm {
	props.AlarmName = jsii.String(a.system.Name + "-" + name)
	props.AlarmDescription = jsii.String("What to do: infra/RUNBOOK.md, heading " + name)
	alarm := awscloudwatch.NewAlarm(scope, jsii.String("Alarm-"+name), props)
	alarm.AddAlarmAction(a.action)
	a.names = append(a.names, name)
	return alarm
}
