package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
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
		TopicName: jsii.String(s.Name + "-alarms"), EnforceSSL: jsii.Bool(!s.Local),
	})
	if s.Mail != "" {
		topic.AddSubscription(awssnssubscriptions.NewEmailSubscription(jsii.String(s.Mail), nil))
	}
	return &alarms{system: s, action: awscloudwatchactions.NewSnsAction(topic)}
}

// dead: work that failed MaxReceive times lies in the dead-letter queue.
func (a *alarms) dead(consumer string, queue awssqs.Queue) {
	a.add(consumer+"-dead", queue.MetricApproximateNumberOfMessagesVisible(every(1, "Maximum")), 1, 1)
}

// late: the oldest message has waited a quarter of an hour; a doorbell is served within seconds.
func (a *alarms) late(consumer string, queue awssqs.Queue) {
	a.add(consumer+"-late", queue.MetricApproximateAgeOfOldestMessage(every(5, "Maximum")), 900, 1)
}

// failing: invocations of a consumer end in an error, over a quarter of an hour.
func (a *alarms) failing(consumer string, function awslambda.Function) {
	a.add(consumer+"-failing", function.MetricErrors(every(5, "Sum")), 5, 3)
}

// refusing: the API answers with errors of our own.
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
