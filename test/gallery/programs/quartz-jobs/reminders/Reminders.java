package reminders;

import java.util.Properties;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import service.Requests;

/** Patients are reminded of their vaccination by a job each. The jobs are durable, so they stay in the store after they have run. */
public final class Reminders {
  public static final class Remind implements Job {
    @Override public void execute(JobExecutionContext context) {
      context.getMergedJobDataMap().getString("letter").hashCode();
    }
  }

  private final Scheduler scheduler;

  Reminders() throws SchedulerException {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
    settings.setProperty("org.quartz.threadPool.threadCount", "2");
    settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    scheduler = new StdSchedulerFactory(settings).getScheduler();
    scheduler.start();
  }

  void remind(int patient) throws SchedulerException {
    String letter = "Dear patient " + patient + ", it is time for your vaccination." + " Please call us.".repeat(12);
    JobDetail job = JobBuilder.newJob(Remind.class)
        .withIdentity("patient " + patient, "vaccinations")
        .usingJobData("letter", letter)
        .storeDurably()
        .build();
    Trigger now = TriggerBuilder.newTrigger().forJob(job).startNow().build();
    scheduler.scheduleJob(job, now);
  }

  public static void main(String[] arguments) throws Exception {
    Reminders reminders = new Reminders();
    Requests.handle(arguments, 500, reminders::remind);
    reminders.scheduler.shutdown();
  }
}
