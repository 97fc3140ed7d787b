package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambdaeventsources"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsscheduler"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsschedulertargets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

// addQueues creates, per consumer, its queue and the dead-letter queue with the alarms on both.
func (s *System) addQueues() {
	for _, c := range manifest.Consumers {
		dead := awssqs.NewQueue(s.Stack, jsii.String("Queue-"+c.Name+"-dead"), &awssqs.QueueProps{
			QueueName:       jsii.String(s.Name + "-" + c.Name + "-dead"),
			Encryption:      awssqs.QueueEncryption_SQS_MANAGED,
			EnforceSSL:      jsii.Bool(!s.Local),
			RetentionPeriod: awscdk.Duration_Days(jsii.Number(14)),
		})
		queue := awssqs.NewQueue(s.Stack, jsii.String("Queue-"+c.Name), &awssqs.QueueProps{
			QueueName:         jsii.String(s.Name + "-" + c.Name),
			Encryption:        awssqs.QueueEncryption_SQS_MANAGED,
			EnforceSSL:        jsii.Bool(!s.Local),
			VisibilityTimeout: awscdk.Duration_Seconds(jsii.Number(c.VisibilitySeconds)),
			RetentionPeriod:   awscdk.Duration_Days(jsii.Number(4)),
			DeadLetterQueue:   &awssqs.DeadLetterQueue{Queue: dead, MaxReceiveCount: jsii.Number(c.MaxReceive)},
		})
		s.queues[c.Name], s.dead[c.Name] = queue, dead
		s.alarms.dead(c.Name, dead)
		s.alarms.late(c.Name, queue)
	}
}

// addConsumers connects each queue with its function.
func (s *System) addConsumers() {
	for _, c := range manifest.Consumers {
		props := &awslambdaeventsources.SqsEventSourceProps{
			BatchSize:               jsii.Number(c.Batch),
			ReportBatchItemFailures: jsii.Bool(true),
		}
		if c.WindowSeconds > 0 {
			props.MaxBatchingWindow = awscdk.Duration_Seconds(jsii.Number(c.WindowSeconds))
		}
		if c.Concurrency > 0 {
			props.MaxConcurrency = jsii.Number(c.Concurrency)
		}
		s.live[c.Name].AddEventSource(awslambdaeventsources.NewSqsEventSource(s.queues[c.Name], props))
	}
}

// addJanitor lets the janitor run every minute. A tick that fails is not repeated: the next one does the same work.
func (s *System) addJanitor() {
	janitor := s.functions[manifest.Janitor]
	awsscheduler.NewSchedule(s.Stack, jsii.String("Tick"), &awsscheduler.ScheduleProps{
		ScheduleName: jsii.String(s.Name + "-tick"),
		Description:  jsii.String("Runs the janitor every minute"),
		Schedule:     awsscheduler.ScheduleExpression_Rate(awscdk.Duration_Minutes(jsii.Number(1))),
		Target: awsschedulertargets.NewLambdaInvoke(janitor, &awsschedulertargets.ScheduleTargetBaseProps{
			RetryAttempts: jsii.Number(0),
			MaxEventAge:   awscdk.Duration_Minutes(jsii.Number(1)),
		}),
	})
	s.alarms.tick(janitor)
	s.alarms.logs()
}
