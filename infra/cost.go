package main

import (
	"encoding/json"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsbudgets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsce"
	"github.com/aws/jsii-runtime-go"
)

// costShares are the percentages of the monthly budget that are mailed: what was spent, and what AWS forecasts.
var costShares = []struct {
	kind  string
	share float64
}{{"ACTUAL", 50}, {"ACTUAL", 80}, {"ACTUAL", 100}, {"FORECASTED", 100}}

// addCosts mails when the account spends more than the budget, and when the stack spends more than it usually does. The budget is of
// the whole account, because a budget of a tag sees nothing until the tag is activated. Anomalies are those of the tag "product".
func (s *System) addCosts() {
	if s.Local || s.Budget == 0 {
		return
	}
	mail := []any{&awsbudgets.CfnBudget_SubscriberProperty{SubscriptionType: jsii.String("EMAIL"), Address: jsii.String(s.Mail)}}
	var notices []any
	for _, c := range costShares {
		notices = append(notices, &awsbudgets.CfnBudget_NotificationWithSubscribersProperty{
			Subscribers: mail, Notification: &awsbudgets.CfnBudget_NotificationProperty{
				NotificationType: jsii.String(c.kind), ComparisonOperator: jsii.String("GREATER_THAN"),
				Threshold: jsii.Number(c.share), ThresholdType: jsii.String("PERCENTAGE"),
			}})
	}
	awsbudgets.NewCfnBudget(s.Stack, jsii.String("Budget"), &awsbudgets.CfnBudgetProps{
		Budget: &awsbudgets.CfnBudget_BudgetDataProperty{
			BudgetName: jsii.String(s.Name), BudgetType: jsii.String("COST"), TimeUnit: jsii.String("MONTHLY"),
			BudgetLimit: &awsbudgets.CfnBudget_SpendProperty{Amount: jsii.Number(s.Budget), Unit: jsii.String("USD")},
		},
		NotificationsWithSubscribers: notices,
	})
	monitor := awsce.NewCfnAnomalyMonitor(s.Stack, jsii.String("CostMonitor"), &awsce.CfnAnomalyMonitorProps{
		MonitorName: jsii.String(s.Name), MonitorType: jsii.String("CUSTOM"), MonitorSpecification: expression(map[string]any{
			"Tags": map[string]any{"Key": "product", "Values": []string{s.Name}, "MatchOptions": []string{"EQUALS"}},
		})})
	// A tenth of the budget above the usual is worth a mail; less is the day's noise.
	awsce.NewCfnAnomalySubscription(s.Stack, jsii.String("CostAnomalies"), &awsce.CfnAnomalySubscriptionProps{
		SubscriptionName: jsii.String(s.Name), Frequency: jsii.String("DAILY"), MonitorArnList: &[]*string{monitor.AttrMonitorArn()},
		Subscribers: []any{&awsce.CfnAnomalySubscription_SubscriberProperty{Type: jsii.String("EMAIL"), Address: jsii.String(s.Mail)}},
		ThresholdExpression: expression(map[string]any{"Dimensions": map[string]any{
			"Key": "ANOMALY_TOTAL_IMPACT_ABSOLUTE", "MatchOptions": []string{"GREATER_THAN_OR_EQUAL"},
			"Values": []string{*jsii.Sprintf("%.2f", float64(s.Budget)/10)},
		}}),
	})
}

// expression is how Cost Explorer takes a condition: JSON in a text.
func expression(of map[string]any) *string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err) // maps of texts have a form
	}
	return jsii.String(string(text))
}
