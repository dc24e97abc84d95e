import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ErrorReportValve;

/** Tomcat, embedded. */
public class Main {
    /** What Tomcat itself refuses would be an HTML page. */
    public static class ApiErrors extends ErrorReportValve {
        @Override
        protected void report(Request request, Response response, Throwable thrown) {
            if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) return;
            try {
                Api.refuse(response.getResponse(), response.getStatus(), "Refused");
                response.finishResponse();
            } catch (IOException error) {
                getContainer().getLogger().debug("The client is gone", error);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(System.getenv("STACK_FOLDER"));
        tomcat.setPort(Integer.parseInt(System.getenv("PORT")));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        if (Api.on("no-keep-alive")) tomcat.getConnector().setProperty("maxKeepAliveRequests", "1");
        if (!Api.on("tomcat-pages")) {
            ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ApiErrors.class.getName());
        }
        var context = tomcat.addContext("", System.getenv("STACK_FOLDER"));
        Tomcat.addServlet(context, "api", new Api());
        context.addServletMappingDecoded("/*", "api");
        tomcat.start();
        tomcat.getServer().await();
    }
}
